// A provider in Go with the schema of this one (schema.go is generated): what its plan over one dashboard takes is what the framework and
// the engine take with any provider of that size. It looks a source up by its name, reads a dashboard by its id, and changes nothing.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	providerschema "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/cdk-clickstack/clickstack"}
	if err := providerserver.Serve(context.Background(), func() provider.Provider { return goProvider{} }, options); err != nil {
		log.Fatal(err)
	}
}

func get(ctx context.Context, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, os.Getenv("CLICKSTACK_ENDPOINT")+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("CLICKSTACK_API_KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s returned %d", path, response.StatusCode)
	}
	return json.NewDecoder(response.Body).Decode(into)
}

type goProvider struct{}

func (goProvider) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = "clickstack"
}

func (goProvider) Schema(_ context.Context, _ provider.SchemaRequest, response *provider.SchemaResponse) {
	response.Schema = providerschema.Schema{}
}

func (goProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (goProvider) Resources(context.Context) []func() resource.Resource {
	var all []func() resource.Resource
	for name, schema := range resourceSchemas {
		all = append(all, func() resource.Resource { return goResource{name, schema} })
	}
	return all
}

func (goProvider) DataSources(context.Context) []func() datasource.DataSource {
	var all []func() datasource.DataSource
	for name, schema := range dataSourceSchemas {
		all = append(all, func() datasource.DataSource { return goDataSource{name, schema} })
	}
	return all
}

type goResource struct {
	name   string
	schema func() resourceschema.Schema
}

func (own goResource) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = own.name
}

func (own goResource) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = own.schema()
}

func (goResource) Create(_ context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	response.State.Raw = request.Plan.Raw
}

func (goResource) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var id types.String
	response.Diagnostics.Append(request.State.GetAttribute(ctx, path.Root("id"), &id)...)
	var found map[string]any
	if err := get(ctx, "/api/v2/dashboards/"+id.ValueString(), &found); err != nil {
		response.Diagnostics.AddError("Could not read", err.Error())
	}
}

func (goResource) Update(_ context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	response.State.Raw = request.Plan.Raw
}

func (goResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}

type goDataSource struct {
	name   string
	schema func() datasourceschema.Schema
}

func (own goDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, response *datasource.MetadataResponse) {
	response.TypeName = own.name
}

func (own goDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, response *datasource.SchemaResponse) {
	response.Schema = own.schema()
}

func (goDataSource) Read(ctx context.Context, request datasource.ReadRequest, response *datasource.ReadResponse) {
	var name types.String
	response.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("name"), &name)...)
	var found struct{ Data []map[string]any }
	if err := get(ctx, "/api/v2/sources", &found); err != nil {
		response.Diagnostics.AddError("Could not list", err.Error())
		return
	}
	response.State.Raw = request.Config.Raw
	for _, source := range found.Data {
		if source["name"] == name.ValueString() {
			response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("id"), source["id"])...)
		}
	}
}
