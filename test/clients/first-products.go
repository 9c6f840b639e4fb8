// Lists the products, with the client that oapi-codegen generates.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/first-products/ioi"
)

func main() {
	client, err := ioi.NewClientWithResponses(os.Getenv("IOI_URL"), ioi.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.SetBasicAuth(os.Getenv("IOI_KEY"), os.Getenv("IOI_SECRET"))
			return nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	products, err := client.ListProductsWithResponse(context.Background(), &ioi.ListProductsParams{})
	if err != nil || products.JSON200 == nil {
		log.Fatal(err, products)
	}
	for _, product := range products.JSON200.Content {
		fmt.Println(product.Name)
	}
}
